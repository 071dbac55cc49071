// server: refuses
// (value double) RETURNS blob
ByteBuffer state = ByteBuffer.allocateDirect(8);
state.putDouble(0, value);
return state;
