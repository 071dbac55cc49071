// server: accepts
// (values list<double>) RETURNS double
double[] copy = new double[values.size()];
for (int i = 0; i < copy.length; i++) {
  copy[i] = values.get(i);
}
Arrays.sort(copy);
return copy[0];
