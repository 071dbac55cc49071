// server: accepts
// (values list<double>) RETURNS double
double sum = 0;
for (double one : values) {
  sum += Math.abs(one);
}
return sum;
