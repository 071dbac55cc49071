// server: accepts
// (value text) RETURNS text
return "$" + value;
