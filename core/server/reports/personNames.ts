import { sql } from 'kysely'

/** SQL of the name of the person `u`, without and with a mark for those who left. */
export const plainName = sql<string>`trim(u.first_name || ' ' || u.last_name)`
export const personName = sql<string>`${plainName} || case when u.deactivated_at is null then '' else ' (left)' end`
