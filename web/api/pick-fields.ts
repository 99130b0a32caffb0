type Picked<Values, Name extends keyof Values> = { readonly [N in Name]?: Exclude<Values[N], undefined> }

/** The named fields that are not undefined. */
export const pickDefined = <Values extends object, const Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
) =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))) as Picked<
    Values,
    Name
  >

/** All fields but the named ones. */
export const omit = <Values extends object, const Name extends keyof Values & string>(
  values: Values,
  names: readonly Name[],
) => {
  const omitted: ReadonlySet<string> = new Set(names)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !omitted.has(name))) as Omit<Values, Name>
}
