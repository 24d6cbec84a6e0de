// Freezes Object.prototype as the server does, so that an incompatible library fails in tests.
import { freezeObjectPrototype } from '#core/server/freezePrototype.ts'

freezeObjectPrototype()
