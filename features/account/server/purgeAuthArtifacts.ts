import { withoutRls } from '#core/server/database/tx.ts'
import type { Job } from '#core/server/work/jobs.ts'

/** Deletes expired logins, codes, keys, and counted attempts, and devices without a sign-in for six months. */
export const purgeAuthArtifacts: Job = {
  name: 'account.forgetWaysIn',
  cron: '17 * * * *',
  run: (database) =>
    withoutRls(database, async (tx) => {
      await tx.sql`delete from login_challenges where created_at < now() - interval '1 day'`
      await tx.sql`delete from code_sends where sent_at < now() - interval '1 day'`
      await tx.sql`delete from passkey_challenges where created_at < now() - interval '1 day'`
      await tx.sql`delete from passkey_plans where created_at < now() - interval '1 day'`
      await tx.sql`delete from phone_plans where sent_at < now() - interval '1 day'`
      await tx.sql`delete from password_keys where expires_at < now() - interval '1 day'`
      await tx.sql`delete from rate_limits where window_start < now() - interval '2 days'`
      await tx.sql`delete from known_devices where used_at < now() - interval '180 days'`
    }),
}
