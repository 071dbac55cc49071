// server: accepts
// (value double) RETURNS list<double>
List<Double> values = new ArrayList<Double>();
values.add(value);
return values;
