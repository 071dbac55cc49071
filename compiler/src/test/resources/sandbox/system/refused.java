// server: accepts: with UDF threads on, the default; with enable_user_defined_functions_threads: false System is refused
// (value double) RETURNS bigint
return System.nanoTime();
