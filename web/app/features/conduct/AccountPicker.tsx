import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Chosen, Finder } from '../../components/Finder.tsx'
import { useSettled } from '../../components/settled.ts'
import { texts } from '../../texts.ts'
import { accountsLike } from './conduct.queries.ts'

const { console: words } = texts.conduct

export interface Picked {
  readonly id: string
  readonly name: string
}

interface AccountPickerProps {
  readonly chosen: Picked | null
  readonly onChoose: (account: Picked | null) => void
  readonly error: string | undefined
}

/** Finds a venue by the beginning of its name, and whoever has an account by their whole address. */
export function AccountPicker({ chosen, onChoose, error }: AccountPickerProps) {
  const [typed, setTyped] = useState('')
  const query = useSettled(typed.trim())
  const found = useQuery({ ...accountsLike(query), enabled: query.length >= 2 })
  if (chosen !== null)
    return (
      <Chosen says={words.accountChosen(chosen.name)} change={words.accountChange} onChange={() => onChoose(null)} />
    )
  return (
    <Finder
      label={words.account}
      hint={words.accountHint}
      error={error}
      typed={typed}
      onType={setTyped}
      found={found.data?.map(({ id, name, kind, place }) => ({ id, name, note: place ?? words.accountKinds[kind] }))}
      fault={found.error?.message}
      none={words.accountNone}
      onChoose={({ id, name }) => onChoose({ id, name })}
    />
  )
}
