/** A submission's token: however often it is sent, it counts once.
 * crypto.randomUUID does not exist on plain http in a club room. */
export function token() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("")
}
