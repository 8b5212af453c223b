"""The law of Skat (RULES): values, checks, lists, ranking, settlement. Knows no Django."""
