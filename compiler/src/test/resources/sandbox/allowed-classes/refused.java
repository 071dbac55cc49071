// server: refuses
// (value double) RETURNS bigint
return new java.util.concurrent.atomic.AtomicLong((long) value).get();
