// server: accepts
// (value double) RETURNS double
double twice = value + value;
return twice;
