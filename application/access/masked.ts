/** `giulia@posta.it` → `g•••••@posta.it`: always as many dots, so that they do not tell the length. */
export const maskedEmail = (address: string): string => {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••••${address.slice(at)}`
}
