// server: refuses
// (value text) RETURNS text
value.notify();
return value;
