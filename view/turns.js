// SPDX-License-Identifier: BSD-3-Clause
// Returns a function that runs tasks one after another: each begins when the one before has ended or failed.
export function turns() {
    let last = Promise.resolve();
    return (task) => {
        const result = last.then(task);
        last = result.catch(() => {});
        return result;
    };
}
