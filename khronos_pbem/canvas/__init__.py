"""What pictures and screens are drawn with, for any game: shapes, spans, SVG, pixels, player symbols."""
