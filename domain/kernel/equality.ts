/** Whether two values have the same content; the order of fields does not matter, the order of lists does. */
export const sameContent = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (!isObject(left) || !isObject(right)) return false
  const [leftFields, rightFields] = [Object.entries(left), new Map<string, unknown>(Object.entries(right))]
  return (
    leftFields.length === rightFields.size &&
    leftFields.every(([name, value]) => rightFields.has(name) && sameContent(value, rightFields.get(name)))
  )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
