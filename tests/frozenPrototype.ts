// Server tests run as the server does, so that they show a library that can't live with it.
import { freezeObjectPrototype } from '#core/server/freezePrototype.ts'

freezeObjectPrototype()
