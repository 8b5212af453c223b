"""The law of Skat (docs/law.md): values, checks, lists, ranking, settlement. No Django."""
