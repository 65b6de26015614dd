"""The means to draw pictures and screens of any game: shapes, spans, SVG, pixels, player symbols."""
