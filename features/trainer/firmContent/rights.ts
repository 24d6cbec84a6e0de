// Who looks after Firm Content. Pure: the screen shows by it what the server decides by it.

/** Source: RULINGS, section 10; specification, section 6. */
export const managesContent = (role: string, settings: Record<string, number>): boolean =>
  settings['key-org_report'] === 1 || role === 'admin'
