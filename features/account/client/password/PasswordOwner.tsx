/** Whose password a form is about: for the keepers of passwords alone. */
export function PasswordOwner({ email }: { email: string }) {
  return (
    <input
      className="hide"
      type="email"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
  )
}
