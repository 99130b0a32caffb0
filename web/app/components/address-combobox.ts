import { useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent } from 'react'
import type { Address } from '../../contract/places.ts'
import { texts } from '../texts.ts'
import { useSettled } from './settled.ts'

/** V-84, C-15, Q-80: from how many characters on, and how long after the last of them. */
export const manners = {
  registration: { least: 3, waitMs: 300 },
  quick: { least: 2, waitMs: 200 },
  calm: { least: 2, waitMs: 300 },
} as const
export type Manner = (typeof manners)[keyof typeof manners]

export interface AddressSuggestion {
  readonly text: string
  readonly address: () => Promise<Address>
}
export interface Suggests {
  readonly credit: string
  readonly suggest: (typed: string, signal: AbortSignal) => Promise<readonly AddressSuggestion[]>
}

interface Asked {
  readonly source: Suggests | null
  readonly manner: Manner
  readonly onType: (text: string) => void
  readonly onChoose: (address: Address) => void
}

/** S-29: typing, suggestions, confirmed. */
export const useAddressCombobox = ({ source, manner, onType, onChoose }: Asked) => {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [shut, setShut] = useState(false)
  const [active, setActive] = useState(-1)
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const settled = useSettled(typed.trim(), manner.waitMs)
  const wanted = source !== null && settled.length >= manner.least && settled === typed.trim()
  const found = useQuery({
    queryKey: ['places', source?.credit, settled],
    queryFn: ({ signal }) => (source === null ? [] : source.suggest(settled, signal)),
    enabled: wanted,
  })
  const options = wanted && !shut ? (found.data ?? []) : []

  const begin = (text: string) => {
    setTyped(text)
    setShut(false)
    setActive(-1)
    setConfirmed(null)
    setFailure(null)
  }
  const choose = async ({ address }: AddressSuggestion) => {
    begin('')
    try {
      const chosen = await address()
      setConfirmed(chosen.fullAddress)
      onChoose(chosen)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : texts.addresses.choiceFailed)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    const option = options[active]
    if (event.key === 'Escape' && options.length > 0) setShut(true)
    else if (event.key === 'Enter' && option !== undefined) void choose(option)
    else if (move !== undefined && options.length > 0) setActive(move(active, options.length))
    else if (move !== undefined) return setShut(false)
    else return
    event.preventDefault()
  }
  return {
    listId,
    options,
    active,
    choose,
    close: () => setShut(true),
    type: (text: string) => {
      begin(text)
      onType(text)
    },
    onKeyDown,
    status: wanted ? statusOf(found) : { failure, confirmed },
  }
}

const moves: Readonly<Record<string, ((at: number, of: number) => number) | undefined>> = {
  ArrowDown: (at, of) => (at + 1) % of,
  ArrowUp: (at, of) => (at <= 0 ? of : at) - 1,
}

export interface Status {
  readonly failure?: string | null
  readonly confirmed?: string | null
  /** Null while it is being found out. */
  readonly count?: number | null
}

const statusOf = ({
  data,
  error,
}: {
  readonly data: readonly unknown[] | undefined
  readonly error: Error | null
}): Status => (error === null ? { count: data?.length ?? null } : { failure: error.message })
