// server: refuses
// (value double) RETURNS double
assert value >= 0;
return Math.sqrt(value);
