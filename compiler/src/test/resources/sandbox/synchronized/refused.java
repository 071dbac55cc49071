// server: refuses
// (value double) RETURNS double
Object lock = new Object();
synchronized (lock) {
  return Math.sqrt(value);
}
