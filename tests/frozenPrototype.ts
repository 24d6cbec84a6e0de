// Server tests freeze Object.prototype as the server does, so that a library that can't work with that fails here.
import { freezeObjectPrototype } from '#core/server/freezePrototype.ts'

freezeObjectPrototype()
