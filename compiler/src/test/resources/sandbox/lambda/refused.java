// server: refuses
// (values list<double>) RETURNS double
double[] sum = new double[1];
values.forEach(one -> sum[0] += one);
return sum[0];
