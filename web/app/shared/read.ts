import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask, call, type AnswerTo, type Input, type ReadName, type Reply } from './api.ts'
import type { Family } from './families.ts'

/** A read as query options: its key is its family, its call and what was asked. */
export const read = <N extends ReadName>(family: Family, name: N, input: Input<N>) =>
  queryOptions({
    queryKey: [family, name, input] as const,
    queryFn: ({ signal }) => call(name, input, { signal }) as Promise<Exclude<AnswerTo<N>, undefined>>,
  })

type PagedName =
  | 'reviewsOfTarget'
  | 'ownReviews'
  | 'flagsRaised'
  | 'moderatedReviews'
  | 'ownDecisions'
  | 'scoreReviews'
  | 'anomalies'
  | 'sanctions'
type ItemOf<N extends PagedName> = AnswerTo<N> extends readonly (infer Item)[] ? Item : never

/** A list read page by page (`X-Next-Cursor`), shown as one. */
export const readPages = <N extends PagedName>(family: Family, name: N, input: Input<N>) =>
  infiniteQueryOptions({
    queryKey: [family, name, input, 'pages'] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? input.query : { ...input.query, cursor: pageParam }
      const { answer, nextCursor }: Reply<unknown> = await ask(name, { ...input, query }, { signal })
      return { items: answer as readonly ItemOf<N>[], nextCursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })
