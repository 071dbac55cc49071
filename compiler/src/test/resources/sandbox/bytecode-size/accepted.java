// server: accepts
// (value double) RETURNS double
double sum = 0;
for (int i = 0; i < 1000; i++) {
  sum += Math.sqrt(value + i);
}
return sum;
