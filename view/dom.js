// SPDX-License-Identifier: BSD-3-Clause
// Short names for what the page does with its elements.

export const at = (id) => document.getElementById(id);

// An element with these properties, and with text or elements inside.
export function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
}

// A radio button; `children` are its label.
export const choice = (name, value, title, ...children) =>
    element("label", { title }, element("input", { type: "radio", name, value }), ...children);

export const check = (name, value) => {
    document.querySelector(`input[name="${name}"][value="${value}"]`).checked = true;
};

export function save(blob, name) {
    const link = element("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    // The download has begun with this click, but reads the blob later.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
