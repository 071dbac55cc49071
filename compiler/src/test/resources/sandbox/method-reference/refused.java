// server: refuses
// (values list<double>) RETURNS double
java.util.function.DoubleUnaryOperator absolute = Math::abs;
double sum = 0;
for (double one : values) {
  sum += absolute.applyAsDouble(one);
}
return sum;
