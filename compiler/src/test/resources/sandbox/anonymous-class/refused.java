// server: refuses
// (value double) RETURNS double
Comparable<Double> sign =
    new Comparable<Double>() {
      public int compareTo(Double other) {
        return value > other ? 1 : -1;
      }
    };
return sign.compareTo(0.0);
