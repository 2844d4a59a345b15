// SPDX-License-Identifier: BSD-3-Clause
// The frame that is shown, as a mesh that does not move: STL for printers, OBJ for other programs.
import { Float32BufferAttribute, Group, Matrix4, Mesh, Vector3 } from "three";
import { OBJExporter } from "three/addons/exporters/OBJExporter.js";
import { STLExporter } from "three/addons/exporters/STLExporter.js";

function frozen({ meshes }) {
    const group = new Group();
    for (const mesh of meshes) {
        mesh.updateWorldMatrix(true, true);
        const geometry = mesh.geometry.clone();
        geometry.morphAttributes = {};
        const point = new Vector3();
        const positions = Array.from({ length: geometry.attributes.position.count }, (_, i) =>
            mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld).toArray(),
        );
        geometry.setAttribute("position", new Float32BufferAttribute(positions.flat(), 3));
        geometry.computeVertexNormals();
        const { name } = mesh;
        group.add(Object.assign(new Mesh(geometry), { name }));
    }
    group.updateMatrixWorld(true);
    return group;
}

// y is up, as in GLB.
export const objOf = (model) => new OBJExporter().parse(frozen(model));

// Printers have z up.
export function stlOf(model) {
    const group = frozen(model);
    group.applyMatrix4(new Matrix4().makeRotationX(Math.PI / 2));
    group.updateMatrixWorld(true);
    return new STLExporter().parse(group, { binary: true });
}
