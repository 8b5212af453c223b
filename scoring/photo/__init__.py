"""Reading a photographed score list: what stands on the paper, and how sure that is."""
