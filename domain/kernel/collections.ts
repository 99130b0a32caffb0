import { Set as PersistentSet, type Map as PersistentMap, type OrderedMap } from 'immutable'

/**
 * Persistent collections for states of long streams: a changed collection shares all but a few nodes with the one
 * before. An `OrderedMap` is in the order of insertion.
 */
export { OrderedMap, Map as PersistentMap, Set as PersistentSet } from 'immutable'

/** Sets the value and moves it to the end. */
export const setLast = <V>(map: OrderedMap<string, V>, key: string, value: V): OrderedMap<string, V> =>
  map.delete(key).set(key, value)

/** Changes fields of the value in place; returns the map unchanged if the key is missing. */
export const changeFields = <V extends object>(
  map: OrderedMap<string, V>,
  key: string,
  change: Partial<V>,
): OrderedMap<string, V> => {
  const value = map.get(key)
  return value === undefined ? map : map.set(key, { ...value, ...change })
}

/** Sets of values by key; a key without values is missing. */
type SetsByKey = PersistentMap<string, PersistentSet<string>>

export const addToSet = (sets: SetsByKey, key: string, value: string): SetsByKey =>
  sets.update(key, PersistentSet<string>(), (values) => values.add(value))

export const removeFromSet = (sets: SetsByKey, key: string, value: string): SetsByKey => {
  const others = sets.get(key, PersistentSet<string>()).delete(value)
  return others.isEmpty() ? sets.delete(key) : sets.set(key, others)
}
