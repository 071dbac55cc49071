// server: accepts
// (value double) RETURNS bigint
return new java.math.BigDecimal(value).longValue();
