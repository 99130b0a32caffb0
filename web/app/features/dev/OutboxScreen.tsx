import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerTo } from '../../shared/api.ts'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { NotFound } from '../../components/NotFound.tsx'
import { Screen } from '../../components/Screen.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { moment } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { outbox } from './dev.queries.ts'

type Letter = AnswerTo<'devOutbox'>['messages'][number]
const { dev: words } = texts

/** What would have been sent, for whoever tries Garbo out; there is no such page beside a real transport. */
export function OutboxScreen() {
  const letters = useQuery(outbox)
  const [to, setTo] = useState('')
  if (letters.error?.status === 404) return <NotFound />
  return (
    <Screen title={words.outbox} intro={words.outboxIntro} narrow>
      <TextInput label={words.search} type="search" value={to} onChange={(event) => setTo(event.target.value)} />
      <Loaded query={letters}>
        {({ messages }) => <Letters letters={messages.filter((one) => one.to.includes(to.trim()))} />}
      </Loaded>
    </Screen>
  )
}

function Letters({ letters }: { readonly letters: readonly Letter[] }) {
  if (letters.length === 0) return <EmptyState text={words.outboxEmpty} />
  return (
    <ul className="grid gap-4">
      {letters.map((letter) => (
        <li key={letter.id}>
          <LetterCard letter={letter} />
        </li>
      ))}
    </ul>
  )
}

function LetterCard({ letter: { subject, channel, to, at, text } }: { readonly letter: Letter }) {
  return (
    <Card title={subject === '' ? words.channels[channel] : subject} action={<Badge>{words.channels[channel]}</Badge>}>
      <p className="mb-3 text-sm break-all text-muted">
        {words.to(to)} · {moment(at)}
      </p>
      <p className="break-words whitespace-pre-line">
        {text.split(/(https?:\/\/\S+)/).map((part, n) =>
          n % 2 === 0 ? (
            part
          ) : (
            <a key={part} href={part} className="break-all underline">
              {part}
            </a>
          ),
        )}
      </p>
    </Card>
  )
}
