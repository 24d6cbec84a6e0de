import type { DemoFirm, DemoPart } from '#core/server/demo/demo.ts'
import { addFirmPeople, addGroup, createFirm } from '../../operator/server/firms.ts'
import { firms } from './people.ts'

export const seedDemoFirms: DemoPart = {
  firms: {
    addresses: firms.flatMap(({ people }) => people.map(({ email }) => email)),
    async make(tx, { flags, passwordHash, zone }) {
      const made: DemoFirm[] = []
      for (const { name, domain, people, groups, hasFlag } of firms) {
        const id = await createFirm(tx, flags, { name, domains: [domain], time_zone: zone, hasFlag })
        const actors = await addFirmPeople(
          tx,
          id,
          people.map((person) => ({ ...person, passwordHash })),
        )
        // The demo's people have worked here for a year, so no one has a pending invitation.
        await tx.sql`update users set signed_in_at = created_at where org_id = ${id}`
        const byEmail = new Map(people.map(({ email }, i) => [email, actors[i]!]))
        const idOf = (email: string) => byEmail.get(email)!.id
        for (const group of groups) await addGroup(tx, id, group.name, group.members.map(idOf), [idOf(group.manager)])
        made.push({ id, people: byEmail })
      }
      return made
    },
  },
  accounts: `  Hartwell & Stone LLP  dana@hartwell.example, lee@hartwell.example (one group), morgan@hartwell.example (their manager), admin@hartwell.example (firm admin)
                        sam@hartwell.example (gets a code by text message; see /demo/mail), kim@hartwell.example (needs to reset the password)
  Brook & Vale          robin@brookvale.example, admin@brookvale.example
  Pursuit               operator@pursuit.example`,
}
