// Tells the coordinator's planner the firm of each statement. See `docs/distributed.md`.

/** The coordinator's planner treats the firm as a constant and plans each statement again. See `CLUSTER_SETTINGS`. */
const firmAtPlanning = (kind: 'immutable' | 'stable') => `
  create or replace function firm_at_planning() returns uuid language plpgsql ${kind} as $$
  begin return nullif(current_setting('app.org_id', true), '')::uuid; end $$`

/**
 * Tells the coordinator's planner the firm of every table, so it can choose a shard. The coordinator's copy is empty
 * and its policy exists only for planning. The shards keep their own policy.
 */
const BY_VALUES = `
  select format('alter policy %I on %s using (%I = firm_at_planning())', l.polname, l.polrelid::regclass,
    case l.polrelid::regclass::text when 'orgs' then 'id' else 'org_id' end) as statement, true as is_here_alone
  from pg_policy l join pg_dist_partition d on d.logicalrelid = l.polrelid and d.partmethod = 'h'
  where l.polname = 'own_firm' and pg_get_expr(l.polqual, l.polrelid) not like '%firm_at_planning%'
  union all
  select format('alter function %s reset plan_cache_mode', p.oid::regprocedure), false from pg_proc p
  where p.pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any(p.proconfig)`

type Run = (statement: string) => Promise<{ rows: unknown[] }>

/**
 * Separate transactions, because the workers get the function twice and the second definition would wait for the first.
 */
export async function makeFirmAtPlanning(run: Run): Promise<void> {
  await run(firmAtPlanning('immutable'))
  await run(
    `select run_command_on_workers($command$set citus.enable_ddl_propagation = off; ${firmAtPlanning('stable')}$command$)`,
  )
}

/** Idempotent. `run` sends a statement to the coordinator. */
export async function planByValues(run: Run): Promise<void> {
  const { rows } = await run(BY_VALUES)
  const isSpread = (on: boolean) => run(`set citus.enable_ddl_propagation = ${on ? 'on' : 'off'}`)
  for (const { statement, is_here_alone: isHereAlone } of rows as { statement: string; is_here_alone: boolean }[]) {
    if (isHereAlone) await isSpread(false)
    await run(statement)
    if (isHereAlone) await isSpread(true)
  }
}
