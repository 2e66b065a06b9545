/** A waiting line: in at the end, out at the front or wherever one gives up, each in constant time. */

/** A place in a line. */
export interface Place<T> {
  readonly item: T;
  waiting: boolean;
}

export class Line<T> {
  #places: (Place<T> | undefined)[] = [];
  #front = 0;
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  join(item: T): Place<T> {
    const place = { item, waiting: true };
    this.#places.push(place);
    this.#size += 1;
    return place;
  }

  /** Gives a place up. @returns false if it was given up or called already */
  leave(place: Place<T>): boolean {
    if (!place.waiting) return false;
    place.waiting = false;
    this.#size -= 1;
    return true;
  }

  /** Calls the first who still waits, or undefined if nobody does. */
  call(): T | undefined {
    while (this.#front < this.#places.length) {
      const place = this.#places[this.#front];
      this.#places[this.#front++] = undefined;
      if (place && this.leave(place)) {
        if (this.#front * 2 > this.#places.length) this.#closeUp();
        return place.item;
      }
    }
    this.#closeUp();
    return undefined;
  }

  /** Drops the empty front, which is at least as long as what is moved for it. */
  #closeUp(): void {
    this.#places = this.#places.slice(this.#front);
    this.#front = 0;
  }
}
