"""Photos of score lists by which the reader of photos is judged (docs/photo.md).

Nothing here is shared with scoring/photo or tools/photo: who writes here does not look there.
"""
