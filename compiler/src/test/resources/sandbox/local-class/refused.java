// server: refuses
// (value double) RETURNS double
class Range {
  double low = value - 1;
  double high = value + 1;
}
Range range = new Range();
return range.high - range.low;
