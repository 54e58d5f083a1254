import { types } from 'pg'

// Imported for its effect: all `pg` clients of the process read ids and counts (int8) as numbers, as the app's pool does, instead of as text.
types.setTypeParser(types.builtins.INT8, Number)
