// server: accepts
// (value double) RETURNS blob
ByteBuffer state = ByteBuffer.allocate(8);
state.putDouble(0, value);
return state;
