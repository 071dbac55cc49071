// server: accepts
// (value double) RETURNS double
if (value < 0) {
  throw new IllegalArgumentException("expected a value of at least 0, found " + value);
}
return Math.sqrt(value);
