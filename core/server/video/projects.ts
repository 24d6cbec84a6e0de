/** A firm has one project, here and at a hosting service. Source: the specification, section 2 (Org.ugc). */
export const projectOf = (orgId: string): string => orgId.replaceAll('-', '').slice(-12)
