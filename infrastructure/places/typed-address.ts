/** One way to read what somebody has typed so far. */
export interface Reading {
  /** As typed. */
  readonly street: string | null
  /** How the town begins, or all of it. */
  readonly town: string
  readonly sign: string | null
  readonly postalCode: string | null
}

/** "via Roma 12, Sie", "53100 Siena (SI)", "Siena, via Roma 12": the ways to read it, the likeliest first. */
export const readingsOf = (typed: string): readonly Reading[] => {
  const postalCode = /\b\d{5}\b/.exec(typed)?.[0] ?? null
  const inBrackets = /\(\s*([a-z]{2})\s*(?:\)|$)/i.exec(typed)?.[1] ?? null
  const parts = partsOf(typed)
  const last = parts.length > 2 || !isStreet(parts[0] ?? '') ? signIn(parts.slice(1).at(-1)) : null
  const named = inBrackets ?? last
  const left = inBrackets === null && named !== null ? parts.slice(0, -1) : parts
  return splitsOf(left)
    .flatMap(({ street, town }) => [
      { street, town, sign: named },
      ...(named === null ? withLastWordAsSign(town).map((one) => ({ street, ...one })) : []),
    ])
    .map((reading) => ({ ...reading, sign: reading.sign?.toUpperCase() ?? null, postalCode }))
}

interface Split {
  readonly street: string | null
  readonly town: string
}

/** What stands between commas, without what was understood already; a house number belongs to its street. */
const partsOf = (typed: string): readonly string[] =>
  typed
    .replace(/,\s*italia\s*$/i, '')
    .replaceAll(/\b\d{5}\b|\([^)]*\)?/g, ' ')
    .replaceAll(/,\s*(?=\d)/g, ' ')
    .split(',')
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '')

const splitsOf = (parts: readonly string[]): readonly Split[] => {
  const [first = '', ...rest] = parts
  if (rest.length === 0) return [{ street: null, town: first }, ...(isStreet(first) ? unmarked(first) : [])]
  const street = rest.findIndex(isStreet)
  if (!isStreet(first) && street !== -1) return [{ street: rest.slice(street).join(', '), town: first }]
  return [
    { street: parts.slice(0, -1).join(', '), town: parts.at(-1) ?? '' },
    { street: first, town: rest[0] ?? '' },
  ]
}

/** No comma between street and town: the town begins after the house number, or where some town does. */
const unmarked = (text: string): readonly Split[] => {
  const numbered = /^(.*?\D\s\d+\S*(?:\s(?:bis|ter|[a-z]\b(?!')))?)\s+(\D.*)$/i.exec(text)
  if (numbered !== null) return [{ street: numbered[1] ?? '', town: numbered[2] ?? '' }]
  if (/\d/.test(text)) return []
  const words = text.split(' ')
  return words.slice(2).map((_, i) => ({ street: words.slice(0, i + 2).join(' '), town: words.slice(i + 2).join(' ') }))
}

/** "Reggio RE" */
const withLastWordAsSign = (town: string): readonly { readonly town: string; readonly sign: string }[] => {
  const found = /^(.+)\s([a-z]{2})$/i.exec(town)
  return found === null ? [] : [{ town: found[1] ?? '', sign: found[2] ?? '' }]
}

const signIn = (part: string | undefined): string | null =>
  part !== undefined && /^[a-z]{2}$/i.test(part) ? part : null

const isStreet = (part: string): boolean => /\d/.test(part) || streetWords.test(part)
const streetWords =
  /^(?:via|viale|v\.le|vicolo|vico|piazza|piazzale|piazzetta|p\.z?za|p\.le|corso|c\.so|largo|strada|stradone|contrada|c\.da|località|localita'?|loc\.|frazione|fraz\.|lungomare|lungarno|lungotevere|salita|calle|traversa|rotonda|circonvallazione|galleria|fondamenta|passeggiata|sestiere|borgo)\s/i
