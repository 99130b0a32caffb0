import { useQuery } from '@tanstack/react-query'
import { Heart, HeartOff } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { said } from '../../shared/refused.ts'
import { useSession } from '../../shared/session.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { favourites } from './favourites.queries.ts'

const { favourites: words } = texts

interface Which {
  readonly id: string
  readonly name: string
}

/** Saves a business, or takes it off the list. */
export function Favourite({ business: { id, name }, saved }: { readonly business: Which; readonly saved: boolean }) {
  const written = (title: string) =>
    ({
      refreshes: ['favourites'],
      onDone: () => showToast({ title }),
      onRefused: (error: Parameters<typeof said>[0]) => complain(said(error, words.writeFailed)),
    }) as const
  const saving = useWrite('saveFavourite', written(words.saved))
  const dropping = useWrite('dropFavourite', written(words.dropped))
  const Icon = saved ? HeartOff : Heart
  return (
    <Button
      look="secondary"
      small
      pending={saving.isPending || dropping.isPending}
      onClick={() => (saved ? dropping : saving).mutate({ params: { businessId: id } })}
    >
      <Icon aria-hidden="true" className="size-4" />
      {saved ? words.drop : words.save}
      <span className="sr-only"> {name}</span>
    </Button>
  )
}

/** On the page of a business: for clients, once it is known whether it is saved. */
export function OwnFavourite({ business }: { readonly business: Which }) {
  const { data: user } = useSession()
  return user?.role === 'CLIENTE' ? <Known business={business} /> : null
}

function Known({ business }: { readonly business: Which }) {
  const { data } = useQuery(favourites)
  return data === undefined ? null : <Favourite business={business} saved={data.some(({ id }) => id === business.id)} />
}
