# SPDX-License-Identifier: BSD-3-Clause
# Plays model.glb of the project in Godot: godot3-server --path PROJECT -s play_godot.gd EXPECTED.json SHOWN (see check.mjs)
extends SceneTree

var poses = File.new()


# The nodes of a class, a node and below it.
func nodes_of(node, name):
	var nodes = [node] if node.is_class(name) else []
	for child in node.get_children():
		nodes += nodes_of(child, name)
	return nodes


# The surfaces of all meshes: their vertices at rest and in each blend shape.
func surfaces_of(instances):
	var surfaces = []
	for instance in instances:
		var mesh = instance.mesh
		var names = []
		for i in range(mesh.get_blend_shape_count()):
			names.append("blend_shapes/" + mesh.get_blend_shape_name(i))
		for i in range(mesh.get_surface_count()):
			var targets = []
			for arrays in mesh.surface_get_blend_shape_arrays(i):
				targets.append(arrays[Mesh.ARRAY_VERTEX])
			surfaces.append({
				"instance": instance,
				"base": mesh.surface_get_arrays(i)[Mesh.ARRAY_VERTEX],
				"bones": mesh.surface_get_arrays(i)[Mesh.ARRAY_BONES],
				"weights": mesh.surface_get_arrays(i)[Mesh.ARRAY_WEIGHTS],
				"targets": targets,
				"names": names,
			})
	return surfaces


func store(position):
	poses.store_float(position.x)
	poses.store_float(position.y)
	poses.store_float(position.z)


# What the vertex shader does with bones.
func write_skinned(surface):
	var instance = surface.instance
	var skeleton = instance.get_node(instance.skeleton)
	var palette = []
	for i in range(instance.skin.get_bind_count()):
		var bone = instance.skin.get_bind_bone(i)
		if bone < 0:
			bone = skeleton.find_bone(instance.skin.get_bind_name(i))
		palette.append(skeleton.get_bone_global_pose(bone) * instance.skin.get_bind_pose(i))
	for vertex in range(surface.base.size()):
		var position = Vector3()
		for i in range(4 * vertex, 4 * vertex + 4):
			if surface.weights[i] > 0:
				position += palette[surface.bones[i]].xform(surface.base[vertex]) * surface.weights[i]
		store(instance.global_transform.xform(position))


# What the vertex shader does in the mode "normalized", which the importer sets: targets are positions.
func write_pose(surfaces):
	for surface in surfaces:
		if surface.bones:
			write_skinned(surface)
			continue
		var weighted = []
		var rest = 1.0
		for i in range(surface.targets.size()):
			var weight = surface.instance.get(surface.names[i])
			if weight != 0:
				weighted.append([surface.targets[i], weight])
				rest -= weight
		var transform = surface.instance.global_transform
		for vertex in range(surface.base.size()):
			var position = surface.base[vertex] * rest
			for target in weighted:
				position += target[0][vertex] * target[1]
			store(transform.xform(position))


func rest(surfaces):
	for surface in surfaces:
		if surface.bones:
			var skeleton = surface.instance.get_node(surface.instance.skeleton)
			for i in range(skeleton.get_bone_count()):
				skeleton.set_bone_pose(i, Transform())
		for name in surface.names:
			surface.instance.set(name, 0)


func read_json(path):
	var file = File.new()
	file.open(path, File.READ)
	return JSON.parse(file.get_as_text()).result


func _initialize():
	var arguments = OS.get_cmdline_args()
	var expected = read_json(arguments[arguments.size() - 2])
	var output = arguments[arguments.size() - 1]
	poses.open(output + ".bin", File.WRITE)

	var scene = load("res://model.glb").instance()
	get_root().add_child(scene)
	var instances = nodes_of(scene, "MeshInstance")
	var players = nodes_of(scene, "AnimationPlayer")
	var player = players[0] if players else null
	var surfaces = surfaces_of(instances)

	rest(surfaces)
	write_pose(surfaces)
	var clips = Array(player.get_animation_list()) if player != null else []
	# It sorts clips by name.
	var shown = []
	for clip in expected.clips:
		if not clip.name in clips:
			continue
		clips.erase(clip.name)
		shown.append(clip.name)
		rest(surfaces)
		player.play(clip.name)
		for sample in clip.samples:
			player.seek(sample.time, true)
			write_pose(surfaces)
	poses.close()

	var vertices = 0
	for surface in surfaces:
		vertices += surface.base.size()
	var about = {
		"program": "Godot",
		"version": "%d.%d.%d" % [Engine.get_version_info().major, Engine.get_version_info().minor, Engine.get_version_info().patch],
		"clips": shown + clips,
		"vertices": vertices,
		"normals": false,
	}
	var material = instances[0].mesh.surface_get_material(0)
	if material == null or material.albedo_texture == null:
		about["skin"] = null
	var file = File.new()
	file.open(output + ".json", File.WRITE)
	file.store_string(JSON.print(about))
	file.close()
	quit()
