import { type ElementType, type ReactNode, useState } from 'react'

/** Components with an example of each of their states. */
export interface Story {
  readonly components: readonly string[]
  readonly states: Readonly<Record<string, ReactNode>>
}

/** Takes the components as `{ Button }`: their names survive minification as keys. */
export const story = (components: Readonly<Record<string, ElementType>>, states: Story['states']): Story => ({
  components: Object.keys(components),
  states,
})

interface WithValueProps<T> {
  readonly initial: T
  readonly children: (value: T, onChange: (value: T) => void) => ReactNode
}

/** Keeps the value of a controlled component. */
export function WithValue<T>({ initial, children }: WithValueProps<T>) {
  const [value, setValue] = useState<T>(initial)
  return children(value, setValue)
}

export const noop = () => undefined

/** A landscape as a `data:` URL, so that pictures need no server. */
export const samplePhoto = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90"><rect width="160" height="90" fill="#fbe6bf"/><circle cx="118" cy="30" r="14" fill="#f0a94c"/><path d="M0 70 45 34l34 30 28-20 53 34v12H0Z" fill="#5d6b35"/></svg>',
)}`

export const brokenPhoto = 'data:image/png;base64,AAAA'
