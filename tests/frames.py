"""Room for the frames of a test: saves a sixth of the processor, more than a minute of a ring.

Python keeps the frames of a thread in chunks of 16 kB, and gives a chunk back to the system when
its last frame is left. A request that is answered inside a test goes in and out across the end of
a chunk two thousand times. A frame larger than a chunk takes a larger one, in which there is room
for all that are above it.
"""

from _pytest.python import Function

ROOM = 1 << 17  # values on the stack of one frame: a chunk of 2 MB, of which half stays free

for each in (Function.setup, Function.runtest):
    each.__code__ = each.__code__.replace(co_stacksize=ROOM)
