"""Pictures of Armies of Arcana as SVG: tables, terrain, units and what a question's answer marks."""
