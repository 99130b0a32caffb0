import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Chosen, Finder } from '../../components/Finder.tsx'
import { useSettled } from '../../components/settled.ts'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { businessesNamed } from './reviews.queries.ts'

const { reviews: words } = texts

export interface Target {
  readonly id: string
  readonly name: string
}

interface TargetPickerProps {
  readonly chosen: Target | null
  readonly onChoose: (target: Target | null) => void
  readonly error: string | undefined
}

/** Finds a business by name; one's own is not offered. */
export function TargetPicker({ chosen, onChoose, error }: TargetPickerProps) {
  const user = useUser()
  const [typed, setTyped] = useState('')
  const name = useSettled(typed.trim())
  const found = useQuery({ ...businessesNamed(name), enabled: name.length >= 2 })
  const others = found.data?.filter(({ id }) => id !== user.id)
  if (chosen !== null)
    return <Chosen says={words.targetChosen(chosen.name)} change={words.targetChange} onChange={() => onChoose(null)} />
  return (
    <Finder
      label={words.target}
      hint={words.targetHint}
      error={error}
      typed={typed}
      onType={setTyped}
      found={others?.map(({ id, businessName, location }) => ({ id, name: businessName, note: location }))}
      fault={found.error?.message}
      none={words.targetNone}
      onChoose={({ id, name }) => onChoose({ id, name })}
    />
  )
}
